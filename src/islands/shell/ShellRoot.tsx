// The parts of the shell that need React, in one root: the player in the header and the side menu, the dialogs, the messages, and the
// player of a live drop. Nothing of them is in the document, so that nothing is hydrated.
import { useStore } from '@nanostores/react'
import { type ReactElement, Suspense, startTransition } from 'react'
import { createPortal } from 'react-dom'
import { createRoot } from 'react-dom/client'
import type { Language } from '../../game/language.ts'
import type { CurrentUser } from '../../protocol/user.ts'
import { $user } from '../../stores/kernel/user.ts'
import { $peek } from '../../stores/live/player-peek.ts'
import { PaymentDialog } from '../deposit/PaymentDialog.tsx'
import { island } from '../island.tsx'
import { latePart } from '../late-part.tsx'
import { LoginDialog } from '../login/LoginDialog.tsx'
import { Toasts } from './Toasts.tsx'

/** Are not loaded for guests. */
const PlayerCorner = latePart(() => import('./PlayerCorner.tsx'), 'PlayerCorner')
const SidePlayer = latePart(() => import('./SidePlayer.tsx'), 'SidePlayer')
const PlayerPeek = latePart(() => import('../live/PlayerPeek.tsx'), 'PlayerPeek')

function CornerView({ user }: { user: CurrentUser }): ReactElement {
  return (
    <Suspense>
      <PlayerCorner user={user} />
    </Suspense>
  )
}

function SideView({ user }: { user: CurrentUser }): ReactElement {
  return (
    <Suspense>
      <SidePlayer user={user} />
    </Suspense>
  )
}

function PeekView(): ReactElement | null {
  return useStore($peek) === null ? null : (
    <Suspense>
      <PlayerPeek />
    </Suspense>
  )
}

const Corner = island(CornerView, { broken: 'button' })
const Side = island(SideView, { broken: 'button' })
const Peek = island(PeekView, { broken: 'nothing' })

interface ShellProps {
  readonly lang: Language
  /** The place of the player in the header; null on a page without one. */
  readonly corner: Element | null
  /** The place of the player in the side menu. */
  readonly side: Element | null
  /** The place of a live drop's player: after the strip, so that the keyboard reaches it from there. */
  readonly peek: Element | null
}

function Shell({ lang, corner, side, peek }: ShellProps): ReactElement {
  const state = useStore($user)
  const user = state.status === 'authorised' ? state.user : null
  return (
    <>
      {user === null || corner === null ? null : createPortal(<Corner lang={lang} user={user} />, corner)}
      {user === null || side === null ? null : createPortal(<Side lang={lang} user={user} />, side)}
      {peek === null ? null : createPortal(<Peek lang={lang} />, peek)}
      <LoginDialog lang={lang} />
      <PaymentDialog lang={lang} />
      <Toasts lang={lang} />
    </>
  )
}

/** Mounts the root on a page. */
export function mountShell(page: Document): void {
  const place = page.body.appendChild(page.createElement('div'))
  const slot = (name: string): Element | null => page.querySelector(`[data-slot="${name}"]`)
  const root = createRoot(place, { identifierPrefix: 'shell-' })
  // A transition renders in slices of a few milliseconds, between which the page answers.
  startTransition(() =>
    root.render(
      <Shell
        lang={page.documentElement.lang as Language}
        corner={slot('corner')}
        side={slot('side')}
        peek={slot('peek')}
      />,
    ),
  )
}
