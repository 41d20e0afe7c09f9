// Values that are copied as what they are: money as a number, a shortened id in full.
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatCount, formatMoney } from '../../i18n/format.ts'
import { parseLanguage } from '../../i18n/language.ts'
import { selectForCopying } from '../../islands/ui/controls/clipboard.ts'
import { useCopy } from '../../islands/ui/controls/copy.ts'
import { Button } from './Button.tsx'
import styles from './plain.module.css'
import { plainMoney, shortId } from './plain.ts'

/** An amount; `1234.56` is copied. */
export function Money({ cents }: { cents: number }): ReactElement {
  return (
    <span className="figures" data-plain={plainMoney(cents)}>
      {formatMoney(cents)}
    </span>
  )
}

/** A count; it is copied without separators. */
export function Count({ count }: { count: number }): ReactElement {
  const { i18n } = useTranslation('office')
  return (
    <span className="figures" data-plain={String(count)}>
      {formatCount(count, parseLanguage(i18n.language) ?? 'en')}
    </span>
  )
}

/** An id, shortened where it is long; the whole of it is copied. */
export function Id({ id }: { id: string }): ReactElement {
  return (
    <span className={styles.id} data-plain={id} title={id}>
      {shortId(id)}
    </span>
  )
}

/** The text that could not be copied, selected. */
function SelectedText({ text, label }: { text: string; label: string }): ReactElement {
  const element = useRef<HTMLTextAreaElement>(null)
  useEffect(() => selectForCopying(element.current), [])
  return (
    <textarea
      readOnly
      rows={text.includes('\n') ? 6 : 1}
      aria-label={label}
      className={styles.text}
      value={text}
      ref={element}
      onFocus={({ target }) => target.select()}
    />
  )
}

/** A button that copies a text, and says so. Where the browser refuses it, the text is shown and selected. */
export function CopyButton({ text, label }: { text: string; label: string }): ReactElement {
  const { t } = useTranslation('office')
  const [isRefused, setRefused] = useState(false)
  const { isCopied, copy, forget } = useCopy(text, () => setRefused(true))
  return (
    <>
      <Button icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()} onBlur={forget}>
        {label}
      </Button>
      {isRefused ? <SelectedText text={text} label={label} /> : null}
      <span role="status" className="unseen">
        {isCopied ? t('copied') : isRefused ? t('copy-refused') : ''}
      </span>
    </>
  )
}
