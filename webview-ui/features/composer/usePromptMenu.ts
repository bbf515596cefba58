import { go } from 'fuzzysort';
import { useMemo, useState } from 'react';
import type { PromptEntry } from '../../../src/shared/protocol/catalogRequests.ts';
import { listPrompts } from '../../../src/shared/protocol/catalogRequests.ts';
import { useLoaded } from '../../bridge/useLoaded.ts';
import { useViewState } from '../../bridge/useViewState.ts';
import { usePanels } from '../../panels.tsx';

/** A slash and the beginning of a name, with nothing behind it. */
const commandBeginning = /^\/(\S*)$/;
const noParams = {};
const longestMenu = 50;

/** The list of prompts while a command is being typed. */
export interface PromptMenuState {
  readonly isOpen: boolean;
  readonly entries: readonly PromptEntry[];
  readonly activeIndex: number;
  /** Id of the active option, below the list's id. */
  readonly optionId: (menuId: string) => string | undefined;
  readonly choose: (entry: PromptEntry) => void;
  /** Answers whether the key was meant for the menu. */
  readonly press: (key: string) => boolean;
}

/** What a prompt is called when typed (contract §5). */
export function commandOf(entry: PromptEntry): string {
  return `/${entry.server}:${entry.name}`;
}

/** Completes `/server:prompt` at the start of the draft. */
export function usePromptMenu(draft: string, edit: (text: string) => void): PromptMenuState {
  const { openPicker } = usePanels();
  const servers = useViewState((state) => state.servers);
  const [dismissed, setDismissed] = useState<string>();
  const [active, setActive] = useState({ draft, index: 0 });
  const query = commandBeginning.exec(draft)?.[1];
  const isAsked = query !== undefined && dismissed !== draft;
  const prompts = useLoaded(listPrompts, isAsked ? noParams : undefined, servers);
  const all = prompts.status === 'loaded' ? prompts.value.entries : undefined;
  const entries = useMemo(() => matching(all ?? [], query ?? ''), [all, query]);
  // What matches another text is another list: the choice starts at its top.
  const activeIndex = active.draft === draft ? Math.min(active.index, Math.max(0, entries.length - 1)) : 0;
  const isOpen = isAsked && entries.length > 0;

  const choose = (entry: PromptEntry): void => {
    // A name with white space cannot be typed, its form can be filled.
    if (/\s/.test(entry.name)) openPicker({ kind: 'prompts', form: { prompt: entry, values: {}, command: draft } });
    else edit(`${commandOf(entry)} `);
  };
  const press = (key: string): boolean => {
    const chosen = entries[activeIndex];
    if (!isOpen || !chosen) return false;
    switch (key) {
      case 'ArrowDown':
      case 'ArrowUp': {
        const step = key === 'ArrowDown' ? 1 : -1;
        setActive({ draft, index: (activeIndex + step + entries.length) % entries.length });
        return true;
      }
      case 'Enter':
        // A name that is complete is sent.
        if (draft === commandOf(chosen)) return false;
        choose(chosen);
        return true;
      case 'Tab':
        choose(chosen);
        return true;
      case 'Escape':
        setDismissed(draft);
        return true;
      default:
        return false;
    }
  };
  return { isOpen, entries, activeIndex, optionId: (menuId) => `${menuId}-${activeIndex}`, choose, press };
}

function matching(entries: readonly PromptEntry[], query: string): readonly PromptEntry[] {
  if (query === '') return entries.slice(0, longestMenu);
  return go(query, entries, { key: (entry) => commandOf(entry).slice(1), limit: longestMenu, threshold: 0.2 }).map(
    (result) => result.obj,
  );
}
