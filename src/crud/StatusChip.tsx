import type { SvgIconComponent } from '@mui/icons-material';
import BlockRounded from '@mui/icons-material/BlockRounded';
import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import ErrorRounded from '@mui/icons-material/ErrorRounded';
import FlagRounded from '@mui/icons-material/FlagRounded';
import HelpRounded from '@mui/icons-material/HelpRounded';
import PauseCircleRounded from '@mui/icons-material/PauseCircleRounded';
import PlayCircleRounded from '@mui/icons-material/PlayCircleRounded';
import RemoveRounded from '@mui/icons-material/RemoveRounded';
import ScheduleRounded from '@mui/icons-material/ScheduleRounded';
import ScienceRounded from '@mui/icons-material/ScienceRounded';
import './crud.css';

type Tone = 'good' | 'bad' | 'warn' | 'busy' | 'quiet';

const looks: Record<Tone, SvgIconComponent> = {
  good: CheckCircleRounded,
  bad: ErrorRounded,
  warn: HelpRounded,
  busy: PlayCircleRounded,
  quiet: ScheduleRounded,
};

const statuses: Record<string, { tone: Tone; icon?: SvgIconComponent }> = {
  ...Object.fromEntries(
    ['completed', 'delivered', 'approved', 'confirmed', 'active', 'bound', 'in-force', 'handled', 'paid'].map(
      (s) => [s, { tone: 'good' }],
    ),
  ),
  ...Object.fromEntries(
    ['failed', 'not_approved', 'undelivered', 'rejected', 'expired', 'down', 'overdue'].map((s) => [
      s,
      { tone: 'bad' },
    ]),
  ),
  ...Object.fromEntries(
    ['running', 'sending', 'preparing', 'submitting', 'submitted', 'connecting'].map((s) => [
      s,
      { tone: 'busy' },
    ]),
  ),
  unknown: { tone: 'warn' },
  pending: { tone: 'warn', icon: ScheduleRounded },
  open: { tone: 'warn', icon: ScheduleRounded },
  draft: { tone: 'warn', icon: ScheduleRounded },
  flagged: { tone: 'warn', icon: FlagRounded },
  paused: { tone: 'warn', icon: PauseCircleRounded },
  test: { tone: 'warn', icon: ScienceRounded },
  cancelled: { tone: 'quiet', icon: BlockRounded },
  inactive: { tone: 'quiet', icon: BlockRounded },
  suspended: { tone: 'bad', icon: BlockRounded },
  requested: { tone: 'warn', icon: ScheduleRounded },
  none: { tone: 'quiet', icon: RemoveRounded },
};

/** Letters of a label that stays in one line in narrow tables, too. */
const SHORT = 13;

/**
 * A status as icon, word and colour, so that it never depends on colour alone; a dash for a record without a
 * status.
 */
export function StatusChip({ status, label }: { status: unknown; label: string }) {
  if (typeof status !== 'string' || status === '') return <span className="crud-none">–</span>;
  const { tone, icon } = statuses[status] ?? { tone: 'quiet' as const };
  const Icon = icon ?? looks[tone];
  return (
    <span className={`crud-status crud-status-${tone}`} data-long={label.length > SHORT || undefined}>
      <Icon aria-hidden="true" fontSize="inherit" />
      {label}
    </span>
  );
}
