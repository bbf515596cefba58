interface MarkdownNode {
  type: string;
  value?: string;
  children?: MarkdownNode[];
}

/** A remark plugin: raw HTML in a text becomes the text that it is, instead of being dropped or interpreted. */
export function htmlAsText(): (tree: MarkdownNode) => void {
  return convert;
}

function convert(node: MarkdownNode): void {
  for (const child of node.children ?? []) {
    if (child.type === 'html') child.type = 'text';
    else convert(child);
  }
}
