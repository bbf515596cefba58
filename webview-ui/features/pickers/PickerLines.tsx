import type { ForwardedRef, ReactElement, Ref } from 'react';
import { forwardRef, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { VirtuosoHandle } from 'react-virtuoso';
import { Virtuoso } from 'react-virtuoso';
import { Icon } from '../../components/Icon.tsx';
import type { PickerItem, PickerLine } from './pickerItem.ts';

interface PickerLinesProps<T> {
  readonly id: string;
  readonly label: string;
  readonly lines: readonly PickerLine<T>[];
  /** Number of entries among the lines. */
  readonly choices: number;
  readonly activeIndex: number;
  readonly onChoose: (entry: T) => void;
}

/** Scrolls to an entry, by its place among the entries. */
export interface PickerLinesHandle {
  reveal(index: number): void;
}

/** Height in pixels that the list takes before its lines were measured, and the most it ever takes. */
const assumedHeight = 200;

function Lines<T>(props: PickerLinesProps<T>, handle: ForwardedRef<PickerLinesHandle>): ReactElement {
  const { id, label, lines, choices, activeIndex, onChoose } = props;
  const virtual = useRef<VirtuosoHandle>(null);
  const [height, setHeight] = useState(assumedHeight);
  useImperativeHandle(handle, () => ({
    reveal: (index) => {
      const line = lines.findIndex((candidate) => candidate.kind === 'entry' && candidate.index === index);
      // The first entry shows the name of its server with it.
      virtual.current?.scrollIntoView({ index: index === 0 ? 0 : line });
    },
  }));
  const isGrouped = lines[0]?.kind === 'server';
  const components = useMemo(() => ({ List: listboxNamed(id, label) }), [id, label]);
  return (
    <Virtuoso
      ref={virtual}
      className="picker-lines"
      style={{ height: lines.length === 0 ? 0 : height }}
      tabIndex={-1}
      components={components}
      totalCount={lines.length}
      computeItemKey={(line) => keyOfLine(lines[line])}
      totalListHeightChanged={setHeight}
      itemContent={(line) => {
        const shown = lines[line];
        if (!shown) return null;
        if (shown.kind === 'server') {
          return (
            <div role="presentation" className="picker-server">
              {shown.server}
            </div>
          );
        }
        return (
          <Option
            id={`${id}-${shown.index}`}
            item={shown.item}
            position={shown.index + 1}
            total={choices}
            isUnderServer={isGrouped}
            isActive={shown.index === activeIndex}
            onChoose={() => onChoose(shown.entry)}
          />
        );
      }}
    />
  );
}

/** The lines of a picker; only those on the screen exist. */
export const PickerLines = forwardRef(Lines) as <T>(
  props: PickerLinesProps<T> & { ref?: Ref<PickerLinesHandle> },
) => ReactElement;

function keyOfLine<T>(line: PickerLine<T> | undefined): string {
  if (!line) return '';
  return line.kind === 'server' ? `server ${line.server}` : line.item.key;
}

/** The element that holds the virtual rows is the listbox, so that options are found inside it. */
function listboxNamed(id: string, label: string) {
  return forwardRef<HTMLDivElement, React.HTMLAttributes<HTMLDivElement>>(function Listbox(props, ref) {
    return <div {...props} ref={ref} id={id} role="listbox" aria-label={label} />;
  });
}

interface OptionProps {
  readonly id: string;
  readonly item: PickerItem;
  readonly position: number;
  readonly total: number;
  /** Whether the server's name stands above already. */
  readonly isUnderServer: boolean;
  readonly isActive: boolean;
  readonly onChoose: () => void;
}

function Option({ id, item, position, total, isUnderServer, isActive, onChoose }: OptionProps): ReactElement {
  return (
    <div
      id={id}
      role="option"
      className="option"
      aria-selected={isActive}
      aria-posinset={position}
      aria-setsize={total}
      title={item.description}
      onClick={onChoose}
    >
      <Icon name={item.icon} />
      <div className="option-words">
        <span className="option-line">
          <bdi className="option-label">{visibleCharacters(item.label)}</bdi>
          {item.mark !== undefined && <bdi className="secondary option-mark">{visibleCharacters(item.mark)}</bdi>}
        </span>
        <span className="option-line secondary">
          <bdi className="option-detail">{visibleCharacters(item.detail)}</bdi>
          <bdi className={isUnderServer ? 'visually-hidden' : 'option-mark'}>{visibleCharacters(item.server)}</bdi>
        </span>
      </div>
    </div>
  );
}
