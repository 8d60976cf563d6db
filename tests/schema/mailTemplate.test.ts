import { describe, expect, test } from 'vitest';
import { fillTemplate, templateProblem } from '#schema/mailTemplate.ts';

const fill = (body: string, values: Parameters<typeof fillTemplate>[1] = {}) =>
  fillTemplate({ subject: 'x', body }, values).lines;

describe('a template', () => {
  test('has paragraphs, and links and codes on lines of their own', () => {
    const body = 'One\r\ntwo \n[Open]( {{link}} )\n[Open]({{ link }})\n{{code}}\n\n\nThree {{code}}';
    expect(fill(body, { link: 'https://a.example/x', code: '123456' })).toEqual([
      'One\ntwo',
      { link: 'https://a.example/x', label: 'Open' },
      { link: 'https://a.example/x', label: 'Open' },
      { code: '123456' },
      'Three 123456',
    ]);
    expect(fill('[Help of {{product}}](https://a.example/help)', { product: 'Himal' })).toEqual([
      { link: 'https://a.example/help', label: 'Help of Himal' },
    ]);
  });

  test('takes values as they are: they add no link, no other value and no line of a subject', () => {
    const reason = '{{code}}\n[Click](https://evil.example)\n\n$& <b>';
    expect(fill('Reason: {{reason}}', { reason, code: '123456' })).toEqual([`Reason: ${reason}`]);
    const { subject } = fillTemplate({ subject: 'A {{campaign}}', body: 'x' }, { campaign: 'b\r\nBcc: c' });
    expect(subject).toBe('A b Bcc: c');
    expect(fill('[javascript](javascript:alert(1))')).toEqual(['[javascript](javascript:alert(1))']);
  });

  test('joins Nepali suffixes to a Nepali name only', () => {
    const nepali = '{{product}}को कोड, {{product}} मालिक';
    expect(fill(nepali, { product: 'हिमाल' })).toEqual(['हिमालको कोड, हिमाल मालिक']);
    expect(fill(nepali, { product: 'Himal' })).toEqual(['Himalको कोड, Himal मालिक']);
  });
});

describe('a text is refused', () => {
  const good = { subject: 'Your link', body: 'Hello\n[Open]({{link}})' };
  test('not if it has what its reader needs', () => {
    expect(templateProblem('reset', good)).toBeUndefined();
    expect(templateProblem('code', { subject: '{{product}}', body: 'It is {{ code }}.' })).toBeUndefined();
  });

  test.each([
    [
      'for an unknown variable',
      { subject: '{{name}}' },
      'subject',
      /no \{\{name\}\}.*\{\{product\}\}, \{\{link\}\}/,
    ],
    ['for one of another mail', { body: `${good.body}\n{{code}}` }, 'body', /no \{\{code\}\}/],
    ['for an inherited name', { body: `${good.body}\n{{constructor}}` }, 'body', /no \{\{constructor\}\}/],
    ['for a broken variable', { body: `${good.body}\n{{link` }, 'body', /two braces/],
    ['for a link in the subject', { subject: '{{link}}' }, 'subject', /not in the subject/],
    ['for a link within a text', { body: 'Go to {{link}} now.' }, 'body', /separate line/],
    [
      'for a link as a label',
      { body: `[{{link}}](https://a.example)\n[Open]({{link}})` },
      'body',
      /separate line/,
    ],
    ['without its link', { body: 'Hello' }, 'body', /must contain \{\{link\}\}/],
  ])('%s', (_, change, field, message) => {
    expect(templateProblem('reset', { ...good, ...change })).toEqual({
      field,
      message: expect.stringMatching(message),
    });
  });

  test('for a code in the subject, which is stored with sent mails', () => {
    const problem = templateProblem('code', { subject: '{{code}}', body: '{{code}}' });
    expect(problem).toMatchObject({ field: 'subject' });
  });
});
