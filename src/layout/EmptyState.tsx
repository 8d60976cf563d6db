import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface Props {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** `h1` if it replaces the whole page. */
  heading?: 'h1' | 'h2';
}

/** A placeholder for content: first use, no match, no access, or not found. */
export function EmptyState({ icon, title, text, action, heading = 'h2' }: Props) {
  return (
    <Box sx={{ py: { xs: 5, md: 8 }, px: 2, textAlign: 'center', maxWidth: 460, mx: 'auto' }}>
      {icon && (
        <Box
          aria-hidden
          sx={{
            display: 'inline-grid',
            placeItems: 'center',
            width: 56,
            height: 56,
            mb: 2,
            borderRadius: '16px',
            bgcolor: 'var(--tint)',
            color: 'var(--accent-text)',
          }}
        >
          {icon}
        </Box>
      )}
      <Typography component={heading} variant="h2">
        {title}
      </Typography>
      {text && (
        <Typography component="div" sx={{ mt: 1, color: 'text.secondary' }}>
          {text}
        </Typography>
      )}
      {action && (
        <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'center' }}>
          {action}
        </Box>
      )}
    </Box>
  );
}
