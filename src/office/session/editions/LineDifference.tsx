// Two texts by lines: what is removed and what is added have a sign, not a colour alone. Long lines are wrapped, on a phone too.
import { type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import styles from './line-difference.module.css'
import { type Hunk, lineDifference, type TextLine } from './line-difference.ts'

/** How many lines are drawn at first. */
const FIRST_LINES = 150

function Line({ line: { kind, text } }: { line: TextLine }): ReactElement {
  if (kind === 'removed') return <del className={styles.removed}>{text}</del>
  if (kind === 'added') return <ins className={styles.added}>{text}</ins>
  return <span className={styles.same}>{text}</span>
}

/** Returns the first hunks, cut to so many lines. */
function firstOf(hunks: readonly Hunk[], most: number): readonly Hunk[] {
  let left = most
  return hunks.flatMap((hunk) => {
    const lines = hunk.lines.slice(0, left)
    left -= lines.length
    return lines.length === 0 ? [] : [{ ...hunk, lines }]
  })
}

interface LineDifferenceProps {
  /** Empty for a text that there was none of. */
  before: string
  after: string
}

export function LineDifference({ before, after }: LineDifferenceProps): ReactElement {
  const { t } = useTranslation('officeEditions')
  const [isWhole, setWhole] = useState(false)
  const hunks = useMemo(() => lineDifference(before, after), [before, after])
  if (hunks === null) return <p>{t('text.too-much')}</p>
  const count = hunks.reduce((sum, { lines }) => sum + lines.length, 0)
  const isCut = !isWhole && count > FIRST_LINES
  return (
    <div className={styles.box}>
      {(isCut ? firstOf(hunks, FIRST_LINES) : hunks).map(({ at, lines }) => (
        <pre key={at} className={styles.hunk}>
          <span className={styles.at}>{t('text.line', { number: at })}</span>
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines may be equal; they never move
            <Line key={index} line={line} />
          ))}
        </pre>
      ))}
      {isCut ? (
        <div>
          <Button onClick={() => setWhole(true)}>{t('text.whole', { count })}</Button>
        </div>
      ) : null}
    </div>
  )
}
