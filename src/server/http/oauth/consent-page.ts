import { TOKEN_SCOPES } from '#contract/token-scopes.ts'
import { escapeHtml } from '#domain/escape-html.ts'
import { plainPage } from '#server/http/plain-page.ts'

interface ConsentPage {
  /** Submit address of the form. */
  action: string
  /** Name the assistant registered for itself. */
  clientName: string
  /** Destination of the browser after the form. */
  returnsTo: string
  email: string
}

/** Page for granting an assistant access and choosing its scope. */
export function consentPage({ action, clientName, returnsTo, email }: ConsentPage): string {
  const choices = Object.entries(TOKEN_SCOPES).map(
    ([scope, { label }]) =>
      `<label class="choice"><input type="radio" name="scope" value="${scope}"${scope === 'read' ? ' checked' : ''}> ${label}</label>`,
  )
  return plainPage(
    'Connect an assistant',
    `
    <h1>Let ${escapeHtml(clientName)} use Nano Sync?</h1>
    <p>It acts as ${escapeHtml(email)}, and the answer goes to ${escapeHtml(returnsTo)}. Allow it only if you have just
      connected it yourself.</p>
    <form method="post" action="${escapeHtml(action)}">
      <fieldset>
        <legend>Permissions</legend>
        ${choices.join('\n        ')}
      </fieldset>
      <button type="submit" name="decision" value="allow">Allow</button>
      <button type="submit" name="decision" value="refuse" class="second">Refuse</button>
    </form>
    <p class="note">You can revoke it under Settings › API tokens.</p>`,
  )
}

/** Page shown when an assistant cannot get access, with the reason. */
export function oauthRefusalPage(reason: string): string {
  return plainPage(
    'Connect an assistant',
    `
    <h1>The assistant was not connected</h1>
    <p>${escapeHtml(reason)} Then connect it again from the assistant.</p>`,
  )
}

/** Page shown when connecting an assistant cannot continue. */
export function oauthErrorPage(): string {
  return plainPage(
    'Connect an assistant',
    `
    <h1>This page has expired</h1>
    <p>It was open too long, or the assistant sent something that Nano Sync does not know. Connect it again from the
      assistant. If this page comes back, remove Nano Sync from the assistant and add it again.</p>`,
  )
}
