import type { Browser, BrowserContext, Page } from '@playwright/test'

/** Calls whose effect on a page cannot be undone. */
const LASTING_CALLS = ['addInitScript', 'emulateMedia', 'exposeBinding', 'exposeFunction', 'on', 'once'] as const
const LASTING_CONTEXT_CALLS = [...LASTING_CALLS, 'grantPermissions', 'newCDPSession', 'setOffline'] as const
const LASTING_CLOCK_CALLS = ['install', 'setFixedTime', 'setSystemTime'] as const

/** Address of a file the server does not have. */
const NO_SCREEN = '/none.html'

interface OpenPage {
  page: Page
  options: string
  /** Whether a test changed the page for good. */
  isChanged: boolean
  errors: Error[]
}

interface TestPage {
  page: Page
  /** Errors no code of the page caught. */
  errors: readonly Error[]
}

/**
 * Opens a page and hands it to test after test: a new page costs more than loading a screen. A test that needs other
 * options, or that changed the page for good, leaves a new page to the next test.
 */
export class KeptPage {
  #open: OpenPage | undefined

  /**
   * The page, empty, as the options of the test ask for it.
   *
   * @param options - names the options of the test; the browser applies them to a new page
   */
  async take(browser: Browser, options: string): Promise<TestPage> {
    if (this.#open?.options !== options || this.#open.isChanged) await this.close()
    this.#open ??= await openPage(browser, options)
    this.#open.errors.length = 0
    return this.#open
  }

  /** Leaves the page of `take` without data, requests and routes of the test. */
  async giveBack(viewport: { width: number; height: number } | null): Promise<void> {
    const open = this.#open
    // A page that shows nothing of the app has no data to clear, but nothing says what it has.
    if (!open || open.isChanged || !open.page.url().startsWith('http')) return this.close()
    const { page } = open
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().clearCookies()
    // A changed form would ask before the page is left.
    await page.evaluate(() =>
      addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true }),
    )
    // A screen saves its scroll position when it is left, so the data is cleared from a page without screens.
    await page.goto(new URL(NO_SCREEN, page.url()).href)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    if (viewport) await page.setViewportSize(viewport)
  }

  async close(): Promise<void> {
    await this.#open?.page.context().close()
    this.#open = undefined
  }
}

async function openPage(browser: Browser, options: string): Promise<OpenPage> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const open: OpenPage = { page, options, isChanged: false, errors: [] }
  page.on('pageerror', (error) => open.errors.push(error))
  const onChange = () => {
    open.isChanged = true
  }
  watch(page, LASTING_CALLS, onChange)
  watch(context, LASTING_CONTEXT_CALLS, onChange)
  watch(page.clock, LASTING_CLOCK_CALLS, onChange)
  return open
}

/** Reports calls of these methods before they are made. */
function watch<Watched extends Page | BrowserContext | Page['clock']>(
  object: Watched,
  names: readonly string[],
  onCall: () => void,
): void {
  for (const name of names) {
    const method: unknown = Reflect.get(object, name)
    if (typeof method !== 'function') continue
    Object.assign(object, {
      [name](...args: unknown[]): unknown {
        onCall()
        return Reflect.apply(method, object, args)
      },
    })
  }
}
