// Starts the shell of every page without React: account, counters, live drops. React and the shell's dialogs are loaded for a player who
// is signed in, and for a guest at the first need (docs/decisions/0036-hydrate-the-shell-at-the-first-need.md).
import type { Language } from '../../game/language.ts'
import { loadPart } from '../../stores/kernel/load-part.ts'
import { onDialogWanted } from '../../stores/kernel/modals.ts'
import { $toasts } from '../../stores/kernel/toasts.ts'
import { hasToken } from '../../stores/kernel/token-cookie.ts'
import { $user, loadUser } from '../../stores/kernel/user.ts'
import { whenIdle } from '../../stores/kernel/when-idle.ts'
import { startLive } from '../../stores/live/live.ts'
import { $peek } from '../../stores/live/player-peek.ts'
import { showStrip } from '../live/live-strip.ts'
import { pageI18n } from '../page-i18n.ts'
import { showAccount } from './account-state.ts'
import { start } from './boot.ts'
import { showCounters, showSocialLinks } from './site-numbers.ts'

/** What opens a dialog or a player of the live drops: its first sign of use loads React. */
const OPENERS = '[data-open], [data-player]'
const SIGNS = ['pointerover', 'touchstart', 'focusin'] as const

let mounting: Promise<void> | undefined

/** Loads and mounts the parts of the shell that need React, once. What asked for them waits in its store. */
function mountParts(): Promise<void> {
  mounting ??= loadPart(() => import('./ShellRoot.tsx')).then(
    ({ mountShell }) => mountShell(document),
    (fault: unknown) => console.error('The shell could not be loaded', fault),
  )
  return mounting
}

function mountWhenNeeded(page: Document): void {
  const mount = (): void => void mountParts()
  onDialogWanted(mount)
  $toasts.subscribe((toasts) => toasts.length > 0 && mount())
  $peek.subscribe((peek) => peek !== null && mount())
  $user.subscribe(({ status }) => status === 'authorised' && mount())
  for (const sign of SIGNS) {
    page.addEventListener(
      sign,
      ({ target }) => {
        if (target instanceof Element && target.closest(OPENERS) !== null) mount()
      },
      { passive: true },
    )
  }
}

/** Starts the shell: a guest's account at once, the rest when the browser is idle. `data-shell` says that the shell is ready. */
export function startShell(page: Document): void {
  const language = page.documentElement.lang as Language
  const speech = pageI18n(language)
  const isGuest = !hasToken()
  if (isGuest) void loadUser()
  showAccount(page)
  mountWhenNeeded(page)
  whenIdle(async () => {
    showCounters(page, language)
    showSocialLinks(page)
    for (const strip of page.querySelectorAll<HTMLElement>('[data-live-strip]')) showStrip(strip, speech)
    startLive()
    start()
    if (!isGuest) await mountParts()
    page.documentElement.dataset.shell = 'ready'
  })
}
