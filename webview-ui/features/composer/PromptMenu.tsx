import type { ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import { text } from '../../text.ts';
import type { PromptMenuState } from './usePromptMenu.ts';
import { commandOf } from './usePromptMenu.ts';

/** The prompts that match what is typed, above the text. The keyboard stays in the text. */
export function PromptMenu({ id, menu }: { id: string; menu: PromptMenuState }): ReactElement {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.children[menu.activeIndex]?.scrollIntoView({ block: 'nearest' });
  }, [menu.activeIndex]);
  return (
    <ul ref={list} id={id} role="listbox" className="prompt-menu" aria-label={text('promptMenu')}>
      {menu.entries.map((entry, index) => (
        <li
          key={commandOf(entry)}
          id={`${id}-${index}`}
          role="option"
          className="option"
          aria-selected={index === menu.activeIndex}
          onMouseDown={(event) => {
            event.preventDefault();
            menu.choose(entry);
          }}
        >
          <bdi className="option-label">{visibleCharacters(commandOf(entry))}</bdi>
          {entry.description !== undefined && <span className="secondary option-detail">{entry.description}</span>}
        </li>
      ))}
    </ul>
  );
}
