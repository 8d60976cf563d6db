import { securitySettings } from '#schema/providerSettings.ts';
import { twoFactorRoleNames } from '#schema/twoFactorRoles.ts';
import { useLabels } from '../../../core/labels.ts';
import { ChecksInput } from '../../../crud/ChecksInput.tsx';
import { SettingsForm, SettingsInput } from './SettingsForm.tsx';
import { useConfirmDuty } from './useConfirmDuty.tsx';

const ROLES = 'two_factor_roles';

/** Who must have two-factor sign-in. */
function RolesInput() {
  const labels = useLabels(securitySettings);
  const checks = twoFactorRoleNames.map((value) => ({ value, label: labels.choice(ROLES, value) }));
  return (
    <ChecksInput source={ROLES} label={labels.field(ROLES)} help={labels.help(ROLES)} groups={[{ checks }]} />
  );
}

/** The switch for all staff is one of the roles' here. */
const names = Object.keys(securitySettings.fields).filter((name) => name !== 'staff_two_factor');

/** Sessions, two-factor sign-in, and what needs a proof or a second person. */
export function SecurityTab() {
  const { confirm, dialog } = useConfirmDuty(ROLES);
  return (
    <>
      <SettingsForm part={securitySettings} confirm={confirm}>
        {(fixed) =>
          names.map((name) => (
            <SettingsInput key={name} part={securitySettings} name={name} isFixed={fixed.includes(name)}>
              {name === ROLES && <RolesInput />}
            </SettingsInput>
          ))
        }
      </SettingsForm>
      {dialog}
    </>
  );
}
