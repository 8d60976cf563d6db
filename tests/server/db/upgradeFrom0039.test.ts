import { recordedFor, upgradeTests } from './upgrade.ts';

upgradeTests(recordedFor(import.meta.filename));
