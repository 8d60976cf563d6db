import { z } from 'zod';

export const webAddress = z.url({ protocol: /^https?$/, error: 'https://...' });
