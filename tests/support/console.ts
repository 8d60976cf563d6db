import { configure } from '@testing-library/react';

/** How long to wait for what a page will show: a busy machine takes its time, and what never comes still fails. */
configure({ asyncUtilTimeout: 10_000 });
