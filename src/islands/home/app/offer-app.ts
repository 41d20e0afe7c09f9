// Offers to install the app, on pages without a game.
import { countVisit, type InstallWay, offerInstall, stopOfferingApp } from '../../../stores/home/app-install.ts'
import { whenIdle } from '../../../stores/kernel/when-idle.ts'

/** Chromium's event for a site that can be installed; its dialog opens once, by `prompt`. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>
}

/** Tells whether this is Safari of a phone, which installs by its share menu and has no event for it. */
function isInstalledByHand(): boolean {
  return 'standalone' in navigator && navigator.standalone === false
}

function offer(way: InstallWay): void {
  whenIdle(() => {
    if (countVisit(new Date())) offerInstall(way)
  })
}

/** Counts the visit, and offers the app on this page as soon as the browser can install it. */
export function offerApp(): void {
  addEventListener('beforeinstallprompt', (event) => {
    // Otherwise some browsers show a bar of their own at the first visit.
    event.preventDefault()
    offer({ kind: 'dialog', prompt: () => (event as InstallEvent).prompt() })
  })
  addEventListener('appinstalled', stopOfferingApp)
  whenIdle(() => {
    countVisit(new Date())
    if (isInstalledByHand()) offer({ kind: 'share' })
  })
}
