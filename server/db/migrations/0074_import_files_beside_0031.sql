-- The imports of a file: housekeeping and the limit on uploads ask for them, and so does every deletion of a file.
CREATE INDEX contact_import_file ON contact_import (file);
