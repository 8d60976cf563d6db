-- What administrators set in the console, one row for each part of the settings (server/services/platform/settingsPart.ts).
-- Fields that nobody has set are missing. `fixed` has those of the environment, which come first: every process writes them
-- when it starts, so that all readers see the same.
CREATE TABLE settings_part (
  name text PRIMARY KEY,
  chosen jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(chosen) = 'object'),
  fixed jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(fixed) = 'object'),
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT pg_temp.standard_triggers('settings_part', 'touch');

-- Logos and the icon, as they are served: small, and in every backup.
CREATE TABLE brand_image (
  -- Start of the content's SHA-256 in hex.
  digest text PRIMARY KEY CHECK (digest ~ '^[0-9a-f]{32}$'),
  type text NOT NULL CHECK (type IN ('image/png', 'image/svg+xml')),
  content bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Called by whatever makes a backup, when it has succeeded (docs/deploy.md): set-up health says how old the last one is.
CREATE FUNCTION note_backup() RETURNS void LANGUAGE sql AS $$
  INSERT INTO settings_part (name, chosen) VALUES ('backup', jsonb_build_object('at', now()))
  ON CONFLICT (name) DO UPDATE SET chosen = excluded.chosen
$$;
