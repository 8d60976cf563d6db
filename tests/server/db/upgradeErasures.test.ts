import { recordedFrom, upgradeTests } from './upgrade.ts';

upgradeTests(recordedFrom('0027'));
