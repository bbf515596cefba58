interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[] | undefined;
}

/** Parents of HTML that is a block of its own; elsewhere it is part of a line. */
const blockParents = new Set(['root', 'blockquote', 'listItem', 'footnoteDefinition']);

/** A remark plugin: raw HTML in a text becomes the text that it is, instead of being dropped or interpreted. */
export function htmlAsText(): (tree: MarkdownNode) => void {
  return convert;
}

function convert(node: MarkdownNode): void {
  node.children = node.children?.map((child) => {
    if (child.type !== 'html') {
      convert(child);
      return child;
    }
    const text: MarkdownNode = { type: 'text', value: child.value ?? '' };
    return blockParents.has(node.type) ? { type: 'paragraph', children: [text] } : text;
  });
}
