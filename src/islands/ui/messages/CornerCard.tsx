// A small card in the corner of any page, with a picture, words and buttons.
import type { ReactElement, ReactNode } from 'react'
import './corner-card.css'

interface CornerCardProps {
  /** Left of the words. */
  readonly picture?: ReactNode
  readonly children: ReactNode
  /** The buttons. */
  readonly ways: ReactNode
  readonly rarity?: string
}

/** Shows a card in the corner of the page, on phones above the bottom bar. */
export function CornerCard({ picture, rarity, children, ways }: CornerCardProps): ReactElement {
  return (
    <div className="corner-card" data-rarity={rarity}>
      {picture === undefined ? null : <div className="corner-card-picture">{picture}</div>}
      <div className="corner-card-words">{children}</div>
      <div className="corner-card-ways">{ways}</div>
    </div>
  )
}
