import { escapeHtml } from '#domain/escape-html.ts'
import { plainPage } from '#server/http/plain-page.ts'

interface SignInPage {
  /** Submit address of the form. */
  action: string
  email: string
  /** Problem with the entered address. */
  problem?: string
}

/** The page that asks for an email address. */
export function embeddedSignInPage({ action, email, problem }: SignInPage): string {
  const described = problem ? 'aria-invalid="true" aria-describedby="problem note"' : 'aria-describedby="note"'
  return plainPage(
    'Sign in',
    `
    <h1>Sign in to Nano Sync</h1>
    <form method="post" action="${escapeHtml(action)}" novalidate>
      <label for="email">Email address</label>
      <input id="email" name="email" type="email" autocomplete="email" autofocus required
        placeholder="you@example.com" value="${escapeHtml(email)}" ${described}>
      ${problem ? `<p id="problem" class="problem" role="alert">${escapeHtml(problem)}</p>` : ''}
      <button type="submit">Sign in</button>
    </form>
    <p id="note" class="note">This is the embedded sign-in, for trying out Nano Sync on this machine. It needs no
      password and accepts any address.</p>`,
  )
}

/** The page shown when a sign-in cannot continue. */
export function embeddedErrorPage(): string {
  return plainPage(
    'Sign in',
    `
    <h1>This sign-in has expired</h1>
    <p>The page was open too long, or Nano Sync was restarted.</p>
    <a class="button" href="/auth/login">Start again</a>`,
  )
}
