import type { KeyboardEvent, ReactElement } from 'react';
import { useId, useMemo, useRef, useState } from 'react';
import type { Loaded } from '../../bridge/useLoaded.ts';
import { ErrorNote } from '../../components/ErrorNote.tsx';
import { text } from '../../text.ts';
import type { PickerItem } from './pickerItem.ts';
import { pickerLines } from './pickerLines.ts';
import { PickerLines } from './PickerLines.tsx';
import type { PickerLinesHandle } from './PickerLines.tsx';

interface PickerListProps<T> {
  readonly loaded: Loaded<{ readonly entries: readonly T[] }>;
  readonly toItem: (entry: T) => PickerItem;
  readonly searchLabel: string;
  readonly listLabel: string;
  readonly emptyMessage: string;
  readonly onChoose: (entry: T) => void;
}

const pageStep = 10;

/** A search field over a list, like the editor's quick pick: the keyboard stays in the field. */
export function PickerList<T>(props: PickerListProps<T>): ReactElement {
  const { loaded, toItem, onChoose } = props;
  const listId = useId();
  const [query, setQuery] = useState('');
  const [active, setActive] = useState({ query: '', index: 0 });
  const lines = useRef<PickerLinesHandle>(null);

  const entries = loaded.status === 'loaded' ? loaded.value.entries : undefined;
  const candidates = useMemo(() => (entries ?? []).map((entry) => ({ entry, item: toItem(entry) })), [entries, toItem]);
  const shown = useMemo(() => pickerLines(candidates, query), [candidates, query]);
  const choices = useMemo(() => shown.filter((line) => line.kind === 'entry'), [shown]);
  const activeIndex = active.query === query ? Math.min(active.index, choices.length - 1) : 0;

  const moveTo = (index: number): void => {
    const bounded = Math.max(0, Math.min(choices.length - 1, index));
    setActive({ query, index: bounded });
    lines.current?.reveal(bounded);
  };
  const press = (event: KeyboardEvent): void => {
    const chosen = choices[activeIndex];
    const target = targetOfKey(event.key, activeIndex, choices.length);
    if (target !== undefined) moveTo(target);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && chosen) onChoose(chosen.entry);
    else return;
    event.preventDefault();
  };
  return (
    <div className="picker">
      <input
        type="search"
        className="search-field"
        aria-label={props.searchLabel}
        placeholder={props.searchLabel}
        aria-controls={listId}
        aria-activedescendant={choices.length > 0 ? `${listId}-${activeIndex}` : undefined}
        autoFocus
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={press}
      />
      <PickerLines
        ref={lines}
        id={listId}
        label={props.listLabel}
        lines={shown}
        choices={choices.length}
        activeIndex={activeIndex}
        onChoose={onChoose}
      />
      <PickerMessage loaded={loaded} query={query} isEmpty={shown.length === 0} emptyMessage={props.emptyMessage} />
    </div>
  );
}

function targetOfKey(key: string, index: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % Math.max(1, count);
    case 'ArrowUp':
      return (index - 1 + count) % Math.max(1, count);
    case 'PageDown':
      return index + pageStep;
    case 'PageUp':
      return index - pageStep;
    default:
      return undefined;
  }
}

interface PickerMessageProps {
  readonly loaded: Loaded<unknown>;
  readonly query: string;
  readonly isEmpty: boolean;
  readonly emptyMessage: string;
}

function PickerMessage({ loaded, query, isEmpty, emptyMessage }: PickerMessageProps): ReactElement | null {
  switch (loaded.status) {
    case 'loading':
      return <p className="picker-message secondary">{text('loading')}</p>;
    case 'failed':
      return <ErrorNote message={text('requestFailed', loaded)} />;
    case 'loaded':
      if (!isEmpty) return null;
      return <p className="picker-message secondary">{query === '' ? emptyMessage : text('noMatch', { query })}</p>;
  }
}
