import SearchRounded from '@mui/icons-material/SearchRounded';
import { useTranslate } from 'ra-core';
import { isMac } from '../../core/look.ts';
import { preparePalette } from './Keyboard.tsx';
import { commandKey } from './keys.ts';
import { openOverlay } from './overlay.ts';

/** Opens the palette and shows its shortcut; an icon on narrow screens. */
export function PaletteButton() {
  const translate = useTranslate();
  const label = translate('keyboard.open');
  const keys = `${commandKey()} K`;
  return (
    <button
      type="button"
      className="bar-button palette-button"
      aria-label={`${label} ${keys}`}
      aria-haspopup="dialog"
      aria-keyshortcuts={isMac() ? 'Meta+K' : 'Control+K'}
      title={`${label} (${keys})`}
      onClick={() => openOverlay('palette')}
      onPointerEnter={preparePalette}
      onFocus={preparePalette}
    >
      <SearchRounded fontSize="small" />
      <span className="palette-button-text">{label}</span>
      <kbd>{keys}</kbd>
    </button>
  );
}
