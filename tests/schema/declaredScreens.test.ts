import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { tableOfScreens } from '../../scripts/consoleBuild.ts';
import { declaredScreens } from '../../scripts/declaredScreens.ts';

const root = join(import.meta.dirname, '../..');

let found: Awaited<ReturnType<typeof declaredScreens>>;
beforeAll(async () => {
  found = await declaredScreens(root);
});

describe('the screens that the build reads from the declarations', () => {
  test('are each the module that its address draws', () => {
    const modules = new Map(found.map(({ route, module }) => [route, relative(root, module)]));
    expect(modules.get('contact')).toBe('src/resources/contacts/contacts/ContactList.tsx');
    expect(modules.get('contact/create')).toBe('src/resources/contacts/contacts/ContactForms.tsx');
    expect(modules.get('sms/bulk-sms')).toBe('src/resources/messaging/compose/ComposePage.tsx');
    expect(modules.get('')).toBe('src/resources/dashboard/Dashboard.tsx');
    expect(found.filter(({ module }) => !existsSync(module))).toEqual([]);
  });

  test('are each with the areas of its texts', () => {
    const texts = new Map(found.map((screen) => [screen.route, screen.texts]));
    expect(texts.get('contact')).toEqual(['contacts']);
    expect(texts.get('sms/bulk-sms')).toEqual(['compose', 'sheets']);
  });

  test('are of addresses that name no record', () => {
    expect(found.length).toBeGreaterThan(55);
    expect(found.filter(({ route }) => route.includes(':'))).toEqual([]);
  });
});

describe('the table of the menu’s screens', () => {
  test('is filled by the build: of each entry, and of nothing else', async () => {
    const { configResolved, load } = tableOfScreens() as unknown as {
      configResolved(config: { root: string }): void;
      load: { filter: { id: RegExp }; handler(): Promise<string> };
    };
    configResolved({ root });
    expect(load.filter.id.test(join(root, 'src/start/screenTable.ts'))).toBe(true);
    const row = /"([^"]*)": \(\) => Promise\.all\(\[import\("([^"]+)"\), loadAreas\((\[[^\]]*\])\)\]\)/g;
    const rows = [...(await load.handler()).matchAll(row)];
    const texts = rows.map(([, route, , areas]) => [route, JSON.parse(areas ?? '')]);
    expect(Object.fromEntries(texts)).toMatchObject({ contact: ['contacts'], 'admin/audit-log': ['audit'] });
    const table = Object.fromEntries(rows.map(([, route, module]) => [route, relative(root, module ?? '')]));
    expect(table['admin/audit-log']).toBe('src/resources/operations/auditLog/AuditList.tsx');
    expect(table['contact/create']).toBeUndefined();
    const inMenu = found.filter((screen) => screen.inMenu).map(({ route }) => route);
    expect(Object.keys(table)).toEqual(inMenu);
    expect(inMenu.length).toBeGreaterThan(25);
  });
});
