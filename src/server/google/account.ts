/** A Google identity whose credentials may read and write sheets. */
export interface Account {
  /** Its e-mail address: what a spreadsheet is shared with. */
  name: string
  /** The Cloud project whose quota its requests use. */
  project: string
  /**
   * The headers that prove a request to come from it; a network request when the token has run out.
   * @throws ProviderError, or GaxiosError
   */
  authorize(): Promise<Record<string, string>>
  /** Gives up the token in use, which the provider did not accept; left out where no other can be had. */
  invalidateToken?(): void
}
