import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';

/** Placeholder for a page while its code or first records load. */
export function PageSkeleton() {
  const translate = useTranslate();
  return (
    <Box role="status" aria-label={translate('shell.loading')} sx={{ display: 'grid', gap: 1.5 }}>
      <Skeleton variant="text" width="min(16rem, 60%)" height={38} />
      <Skeleton variant="rounded" height={44} />
      <Skeleton variant="rounded" height={320} />
    </Box>
  );
}
