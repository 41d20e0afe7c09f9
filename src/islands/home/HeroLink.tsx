// The banner's link to a case. A guest gets the sign-in, which returns to the opening that the link names.
import type { MouseEvent, ReactElement } from 'react'
import { casePath } from '../../game/cases/case-path.ts'
import { wishOpening } from '../../stores/games/wanted-opening.ts'
import { openLoginFor } from '../../stores/kernel/modals.ts'
import { $user } from '../../stores/kernel/user.ts'
import { island } from '../island.tsx'
import { Button } from '../ui/controls/Button.tsx'

interface HeroLinkProps {
  /** Of the case. */
  readonly url: string
  /** Of one opening, in cents. */
  readonly price: number
  readonly label: string
}

function HeroLinkView({ url, price, label }: HeroLinkProps): ReactElement {
  function askToSignIn(event: MouseEvent<HTMLAnchorElement>): void {
    // With these keys a link opens its page in a tab or window of its own. Players, and visitors who may be one, follow the link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || $user.get().status !== 'guest') return
    event.preventDefault()
    openLoginFor(wishOpening({ url, price }, 1, event.currentTarget.pathname))
  }
  return (
    <Button href={casePath(url)} tone="signal" onClick={askToSignIn} data-hero-open="">
      {label}
    </Button>
  )
}

export const HeroLink = island(HeroLinkView)
