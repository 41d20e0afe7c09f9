// The screens of who is not signed in: a box in the middle.

import { type ReactElement, useEffect } from 'react'
import type { Elements } from '../../islands/ui/own-element.tsx'
import { officeBrand } from './brand.ts'
import styles from './entrance.module.css'

interface EntranceProps {
  heading: string
  /** The title of the document. */
  title: string
  children: Elements
}

export function Entrance({ heading, title, children }: EntranceProps): ReactElement {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className={styles.screen}>
      <div className={styles.panel}>
        <p className={styles.word}>{officeBrand()}</p>
        <h1>{heading}</h1>
        {children}
      </div>
    </main>
  )
}

/** What one reads first. */
export const Lead = ({ children }: { children: string }): ReactElement => <p className={styles.lead}>{children}</p>

/** What one reads last. */
export const Remark = ({ children }: { children: string }): ReactElement => <p className={styles.note}>{children}</p>
