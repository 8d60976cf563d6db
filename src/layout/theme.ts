import type { Theme, ThemeOptions } from '@mui/material/styles';
import { config } from '../core/config.ts';
import type { Mode } from '../core/preferences.ts';
import { fonts, paletteOf, palettes } from './palette.ts';

declare module '@mui/material/styles' {
  interface BreakpointOverrides {
    xxl: true;
  }
}

const heading = (size: string) => ({
  fontFamily: fonts.heading,
  fontWeight: 600,
  fontSize: size,
  letterSpacing: '-0.012em',
  lineHeight: 1.3,
});

function create(mode: Mode): ThemeOptions {
  const p = paletteOf(mode);
  const tone = (main: string) => ({ main, light: main, dark: main, contrastText: p['on-accent'] });
  return {
    breakpoints: { values: { xs: 0, sm: 480, md: 768, lg: 1024, xl: 1280, xxl: 1536 } },
    shape: { borderRadius: 8 },
    palette: {
      mode,
      primary: {
        main: p.accent,
        light: p.accent,
        dark: p['accent-strong'],
        contrastText: p['on-accent'],
      },
      secondary: tone(p.quiet),
      success: tone(p.success),
      error: tone(p.error),
      warning: tone(p.warning),
      // Not the brand's colour: in red or green a note would look like an error or a success.
      info: tone(palettes[mode].accent),
      divider: p.line,
      background: { default: p.canvas, paper: p.surface },
      text: { primary: p.text, secondary: p.quiet },
      // For icon buttons only: MUI's own colour would be the brightest element in dark mode.
      action: { active: p.quiet },
    },
    typography: {
      fontFamily: fonts.body,
      fontSize: 14,
      h1: heading('1.5rem'),
      h2: heading('1.1875rem'),
      h3: heading('1.0625rem'),
      h4: heading('1rem'),
      h5: heading('1rem'),
      h6: heading('0.9375rem'),
      body1: { fontSize: '0.9375rem' },
      body2: { fontSize: '0.875rem' },
      caption: { fontSize: '0.8125rem' },
      button: { textTransform: 'none', fontWeight: 500, fontSize: '0.875rem' },
    },
    components: components(mode),
  };
}

/** Labels are above their fields, so that filled and empty fields look alike. */
const labelsAbove: Theme['components'] = {
  // A group's label looks like that of a field.
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({ color: theme.palette.text.primary, fontSize: '0.875rem', fontWeight: 500 }),
    },
  },
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: 'none',
        marginBottom: 6,
        fontSize: '0.875rem',
        fontWeight: 500,
        lineHeight: 1.4,
        whiteSpace: 'normal',
        color: theme.palette.text.primary,
        '&.Mui-focused': { color: theme.palette.text.primary },
        '&.Mui-error': { color: theme.palette.error.main },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.palette.background.paper,
        // A field keeps saying that it is wrong.
        '&:hover:not(.Mui-error) .MuiOutlinedInput-notchedOutline': {
          borderColor: theme.palette.text.secondary,
        },
      }),
      notchedOutline: ({ theme }) => ({
        top: 0,
        borderColor: palettes[theme.palette.mode].field,
        '& legend': { display: 'none' },
      }),
    },
  },
  // Two lines of a choice stand apart from what is above and below; one line is not higher than its box.
  MuiFormControlLabel: { styleOverrides: { label: { paddingBlock: 7 } } },
  MuiTextField: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
  MuiFormControl: { defaultProps: { variant: 'outlined', size: 'small', margin: 'dense' } },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({
        marginInline: 0,
        fontSize: '0.8125rem',
        // It explains why the field is disabled.
        '&.Mui-disabled': { color: theme.palette.text.secondary },
      }),
    },
  },
};

function components(mode: Mode): Theme['components'] {
  const p = paletteOf(mode);
  return {
    ...labelsAbove,
    MuiButtonBase: {
      // The outline shows the focus, and clicks have no ripple.
      defaultProps: { disableRipple: true },
      styleOverrides: {
        root: { '&.Mui-focusVisible': { outline: `2px solid ${p.accent}`, outlineOffset: 2 } },
      },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { borderRadius: 8, paddingInline: 14, minHeight: 36, whiteSpace: 'nowrap' },
        // The accent colour itself has too little contrast for text on the page background.
        textPrimary: { color: p['accent-text'] },
        outlinedPrimary: { color: p['accent-text'] },
      },
    },
    MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      defaultProps: { variant: 'outlined' },
      styleOverrides: { root: { borderRadius: 12, borderColor: p.line } },
    },
    MuiDialog: {
      styleOverrides: {
        paper: {
          borderRadius: 14,
          backgroundColor: p.raised,
          boxShadow: p.shadow,
          // The fields of a long form scroll, and its buttons stay in sight.
          '& > form': { display: 'flex', flexDirection: 'column', minHeight: 0 },
        },
      },
    },
    MuiDialogTitle: { styleOverrides: { root: { ...heading('1.125rem'), padding: '20px 24px 8px' } } },
    MuiDialogContent: { styleOverrides: { root: { paddingInline: 24 } } },
    MuiDialogActions: {
      styleOverrides: { root: { padding: '12px 24px 20px', gap: '12px 4px', flexWrap: 'wrap' } },
    },
    MuiMenu: {
      styleOverrides: {
        paper: {
          backgroundColor: p.raised,
          border: `1px solid ${p.line}`,
          borderRadius: 10,
          boxShadow: p.shadow,
        },
      },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          fontSize: '0.875rem',
          minHeight: 38,
          '&.Mui-focusVisible': { outlineOffset: -2, backgroundColor: p.tint },
        },
      },
    },
    MuiTooltip: { styleOverrides: { tooltip: { fontSize: '0.8125rem' } } },
    MuiChip: { styleOverrides: { root: { fontWeight: 500, borderRadius: 6 } } },
    MuiTab: {
      styleOverrides: {
        // The scroll container of the tabs would cut off a focus outline.
        root: { fontWeight: 500, minHeight: 44, '&.Mui-focusVisible': { outlineOffset: -2 } },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: { borderColor: p.line, fontSize: '0.875rem' },
        head: { color: p.quiet, fontWeight: 500, backgroundColor: p.surface },
      },
    },
    MuiLink: { styleOverrides: { root: { color: p['accent-text'], textUnderlineOffset: 3 } } },
    MuiAlert: { styleOverrides: { root: { borderRadius: 10 } } },
  };
}

let themes: Partial<Record<Mode, ThemeOptions>> = {};
let madeFrom = config();

/** MUI's theme options for a mode, from which `<Admin>` creates the theme: the same object until the brand changes. */
export function themeOf(mode: Mode): ThemeOptions {
  if (madeFrom !== config()) themes = {};
  madeFrom = config();
  themes[mode] ??= create(mode);
  return themes[mode];
}
