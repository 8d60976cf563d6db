import { MIDDLE, recorded, upgradeTests } from './upgrade.ts';

upgradeTests(recorded.slice(MIDDLE));
