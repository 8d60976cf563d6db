import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { createIcon } from '../../../src/layout/icon.tsx';

const Icon = createIcon(<path d="M0 0h24v24H0z" />);
const icon = () => document.querySelector<SVGElement>('svg.icon, svg.MuiSvgIcon-root');

afterEach(cleanup);

// In this order: once loaded, MUI’s styles stay.
describe('an icon', { shuffle: false }, () => {
  it("shows an icon without MUI's styles as it is", () => {
    render(<Icon fontSize="small" style={{ fontSize: 16 }} />);
    expect(icon()?.getAttribute('class')).toContain('icon icon-small');
    expect(icon()?.style.fontSize).toBe('16px');
  });

  it("shows an icon with MUI's styles at once, and in them when they are loaded", async () => {
    render(<Icon color="success" titleAccess="Done" />);
    expect(icon()?.textContent).toBe('Done');
    await waitFor(() => expect(icon()?.getAttribute('class')).toContain('MuiSvgIcon-colorSuccess'));
    expect(icon()?.textContent).toBe('Done');
  });
});
