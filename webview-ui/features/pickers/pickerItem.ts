/** What a picker shows of an entry. All text is the server's. */
export interface PickerItem {
  /** Unique in the list. */
  readonly key: string;
  readonly server: string;
  readonly icon: string;
  readonly label: string;
  readonly detail: string;
  readonly description?: string | undefined;
  readonly mark?: string | undefined;
}

/** A line of a picker: the name of a server, or an entry under it. */
export type PickerLine<T> =
  | { readonly kind: 'server'; readonly server: string }
  | { readonly kind: 'entry'; readonly entry: T; readonly item: PickerItem; readonly index: number };
