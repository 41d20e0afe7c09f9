// Cards: what is known of one thing, with what can be done about it beside its title; as many beside each other as fit.
import type { ReactElement, ReactNode } from 'react'
import type { Elements } from '../../islands/ui/own-element.tsx'
import styles from './card.module.css'

export const Cards = ({ children }: { children: Elements }): ReactElement => (
  <div className={styles.cards}>{children}</div>
)

interface CardProps {
  title: string
  /** Beside the title: a state, or a button. */
  aside?: ReactNode
  children: Elements
}

export function Card({ title, aside, children }: CardProps): ReactElement {
  return (
    <section className={styles.card} aria-label={title}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {aside === undefined ? null : <span>{aside}</span>}
      </div>
      {children}
    </section>
  )
}
