// Shows on a page's header and side menu whether the session is known, and whose it is, without React: the sign-in buttons are in the
// document, and the player's parts have their places in it (ShellRoot.tsx).
import { computed } from 'nanostores'
import { $isOffline } from '../../stores/kernel/connection.ts'
import { $isUserUnreachable, $user, type UserState } from '../../stores/kernel/user.ts'

const $account = computed([$user, $isUserUnreachable, $isOffline], ({ status }, isUnreachable, isOffline) => ({
  status,
  // Without a network the page says so itself.
  isUnreachable: isUnreachable && !isOffline,
}))

function show(page: Document, status: UserState['status'], isUnreachable: boolean): void {
  page.documentElement.dataset.session = status
  for (const corner of page.querySelectorAll('[data-account]')) corner.ariaBusy = String(status === 'unknown')
  for (const element of page.querySelectorAll<HTMLElement>('[data-unreachable]')) element.hidden = !isUnreachable
  for (const element of page.querySelectorAll<HTMLElement>('[data-reachable]')) element.hidden = isUnreachable
  for (const button of page.querySelectorAll<HTMLButtonElement>('[data-known]')) button.disabled = status === 'unknown'
}

/** Keeps a page's account up to date. */
export function showAccount(page: Document): void {
  $account.subscribe(({ status, isUnreachable }) => show(page, status, isUnreachable))
  // The menu would cover the dialog.
  page.addEventListener('click', ({ target }) => {
    const opener = target instanceof Element ? target.closest('[popover] [data-open="login"]') : null
    opener?.closest<HTMLElement>('[popover]')?.hidePopover()
  })
}
