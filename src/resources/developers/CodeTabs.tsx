import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useStore } from 'ra-core';
import { useId } from 'react';
import { CopyText } from '../../crud/Secret.tsx';

/** The same program in one language. */
export interface Sample {
  /** The language, in its own writing: `Node`. */
  name: string;
  text: string;
}

/** Sample code with a tab for each language and a copy button. The chosen language is kept for the next page. */
export function CodeTabs({ label, samples }: { label: string; samples: readonly Sample[] }) {
  const id = useId();
  const [chosen, choose] = useStore('code.language', 'curl');
  const shown = samples.find(({ name }) => name === chosen) ?? samples[0];
  if (!shown) return null;
  return (
    <div>
      <Tabs
        value={shown.name}
        onChange={(_, name: string) => choose(name)}
        aria-label={label}
        variant="scrollable"
        scrollButtons={false}
        selectionFollowsFocus
        sx={{ mb: 1.5 }}
      >
        {samples.map(({ name }) => (
          <Tab
            key={name}
            value={name}
            label={name}
            id={`${id}-${name}`}
            aria-controls={`${id}-panel`}
            // On a phone all languages fit.
            sx={{ minWidth: 0, px: 2 }}
          />
        ))}
      </Tabs>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${shown.name}`}>
        {/* Its own state says that it was copied. */}
        <CopyText key={shown.name} label={shown.name} text={shown.text} />
      </div>
    </div>
  );
}
