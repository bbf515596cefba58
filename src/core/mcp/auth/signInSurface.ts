/** What signing in needs of the surface a person sits at. */
export interface SignInSurface {
  /** Opens an address in the person's browser. False when the person did not want that. */
  openBrowser(address: URL, server: string): Promise<boolean>;
  /** The address under which the person's browser reaches a loopback address of this process: another one on a remote machine. */
  externalAddress(loopback: URL): Promise<URL>;
  /**
   * Lets the person paste the address at which the browser ended, where the browser cannot reach this process.
   * Undefined when the person gave up. The signal aborts when the redirect has come by itself.
   */
  askForRedirect?(server: string, signal: AbortSignal): Promise<string | undefined>;
}
