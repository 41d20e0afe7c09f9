// The layout of a room: title and acts, then a list and beside it the panel of what is selected.

import { type ReactElement, type ReactNode, useEffect } from 'react'
import type { Elements } from '../../islands/ui/own-element.tsx'
import styles from './room.module.css'

interface RoomProps {
  title: string
  /** Beside the title. */
  acts?: ReactNode
  children: Elements
}

export function Room({ title, acts, children }: RoomProps): ReactElement {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <div className={styles.top}>
        <h1>{title}</h1>
        <div className={styles.acts}>{acts}</div>
      </div>
      {children}
    </>
  )
}

/** A list, and the panel of the selected entry; the panel is before the list where there is no room beside it. */
export function Split({ children, panel }: { children: Elements; panel: Elements }): ReactElement {
  return (
    <div className={styles.split} data-open={panel !== null || undefined}>
      <div className={styles.list}>{children}</div>
      {panel}
    </div>
  )
}

interface PanelProps {
  title: string
  /** The link that closes it. */
  close: Elements
  children: Elements
}

export function Panel({ title, close, children }: PanelProps): ReactElement {
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <h2>{title}</h2>
        {close}
      </header>
      {children}
    </section>
  )
}

/** Names and values. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }): ReactElement {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
