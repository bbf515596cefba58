/** A line of the model picker. */
export interface ModelChoice {
  /** The value of the setting `patchbay.model`; of an open choice the part up to the name, with its slash. */
  readonly id: string;
  readonly label: string;
  /** The provider's id in the settings. */
  readonly provider: string;
  readonly isDemo: boolean;
  /** Whether the person has to name the model. */
  readonly isOpen: boolean;
}
