import { TRIAL_MESSAGES } from '#schema/trial.ts';
import type { Db } from '../../db/database.ts';
import { fixPart, readPart, type SettingsPart } from '../platform/settingsPart.ts';

/** What the provider's settings say of free trials. */
export interface TrialSettings {
  trial_enabled: boolean;
  /** The sender ID that operators have approved for trials; without one there are trials only with the simulator. */
  trial_sender: string | null;
  /** Free messages of an account. The codes that confirm its number are not counted. */
  trial_messages: number;
}

export const trialPart: SettingsPart<TrialSettings> = {
  name: 'trial',
  first: { trial_enabled: true, trial_sender: null, trial_messages: TRIAL_MESSAGES },
};

/** The settings of trials in force. */
export const readTrial = (db: Db): Promise<TrialSettings> => readPart(db, trialPart);

/** Fixes the sender ID that the environment sets. */
export const fixTrial = (db: Db, { TRIAL_SENDER }: { TRIAL_SENDER?: string | undefined }): Promise<void> =>
  fixPart(db, trialPart, { trial_sender: TRIAL_SENDER });
