/** The identifier under which VS Code knows the extension (contract §2). */
export const extensionIdentifier = 'patchbay.patchbay';
