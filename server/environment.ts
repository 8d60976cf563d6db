import { z } from 'zod';
import { payments } from './environment/payments.ts';
import { security } from './environment/security.ts';
import { sending } from './environment/sending.ts';
import { server } from './environment/server.ts';

/**
 * All environment variables. docs/configuration.md is generated from the files of this folder (`npm run docs:config`), in
 * this order: plain comments are headings, the others are descriptions and examples in Markdown, with links relative to
 * docs/.
 */
export const environment = z.object({ ...server, ...sending, ...payments, ...security });
