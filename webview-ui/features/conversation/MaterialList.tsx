import type { ReactElement } from 'react';
import { visibleCharacters } from '../../../src/shared/base/visibleCharacters.ts';
import type { Material } from '../../../src/shared/thread/threadState.ts';
import { Disclosure } from '../../components/Disclosure.tsx';
import { Icon } from '../../components/Icon.tsx';
import { text } from '../../text.ts';
import { ResultBlocks } from './ResultBlocks.tsx';

/** The resources that were put before a message; each opens to what the model was given. */
export function MaterialList({ materials }: { materials: readonly Material[] }): ReactElement {
  return (
    <ul className="material-list" aria-label={text('attachedResources')}>
      {materials.map((material) => (
        <li key={material.id}>
          <Disclosure id={material.id} className="material" summary={<MaterialSummary material={material} />}>
            {() => <ResultBlocks blocks={material.blocks} />}
          </Disclosure>
        </li>
      ))}
    </ul>
  );
}

function MaterialSummary({ material }: { material: Material }): ReactElement {
  const size = text('characters', { count: material.chars });
  return (
    <span className="material-summary">
      <Icon name="attach" />
      <bdi className="material-uri" title={material.name}>
        {visibleCharacters(material.uri)}
      </bdi>
      <span className="secondary">
        {visibleCharacters(material.server)} · {size}
      </span>
    </span>
  );
}
