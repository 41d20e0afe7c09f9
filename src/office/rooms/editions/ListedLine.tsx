// A line of a difference, in a list of editions.
import type { ReactElement } from 'react'
import { readEditionLine } from '../../../game/office/edition-lines.ts'
import { ChangeText } from '../../session/editions/ChangeText.tsx'
import styles from './editions.module.css'

/** A line as the service writes it, in a list of editions. */
export function ListedLine({ text }: { text: string }): ReactElement {
  const line = readEditionLine(text)
  if (line === null) return <span>{text}</span>
  return (
    <>
      <span className={styles.of}>{line.file}</span> <ChangeText line={line} />
    </>
  )
}
