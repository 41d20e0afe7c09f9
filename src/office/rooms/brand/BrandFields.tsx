// Name, tagline, colour and drawings of the shop.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { TextArea, TextField } from '../../parts/Field.tsx'
import styles from './brand.module.css'
import type { BrandRecord } from './brand-files.ts'

export interface BrandFieldsProps {
  brand: BrandRecord
  isLocked: boolean
  onChange: (brand: BrandRecord) => void
}

/** The form of a colour that the browser's own field of colours takes. */
const COLOUR = /^#[0-9a-f]{6}$/i

/** The most letters of a drawing. */
const DRAWING_MOST = 20_000

/** Boxes that show which shape a drawing has. */
const BOXES = { mark: '0 0 32 32', wordmark: '0 0 160 32' } as const

interface DrawingProps extends BrandFieldsProps {
  part: keyof typeof BOXES
}

function Drawing({ part, brand, isLocked, onChange }: DrawingProps): ReactElement {
  const { t } = useTranslation('officeBrand')
  const [isTooLarge, setTooLarge] = useState(false)
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setTooLarge(file.size > DRAWING_MOST)
    if (file.size <= DRAWING_MOST) onChange({ ...brand, [part]: await file.text() })
  }
  return (
    <>
      <TextArea
        label={t(part)}
        hint={t(isTooLarge ? 'drawing-large' : `${part}-hint`)}
        rows={4}
        spellCheck={false}
        placeholder={`<svg viewBox="${BOXES[part]}">…</svg>`}
        maxLength={DRAWING_MOST}
        readOnly={isLocked}
        value={brand[part] ?? ''}
        onChange={({ target }) => onChange({ ...brand, [part]: target.value.trim() === '' ? null : target.value })}
      />
      <div className={styles.row}>
        <TextField
          type="file"
          accept=".svg,image/svg+xml"
          label={t(`${part}-file`)}
          disabled={isLocked}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        <Button
          disabledReason={isLocked ? t('locked') : brand[part] === null ? t(`${part}-none`) : undefined}
          onClick={() => onChange({ ...brand, [part]: null })}
        >
          {t(`${part}-own`)}
        </Button>
      </div>
    </>
  )
}

export function BrandFields(props: BrandFieldsProps): ReactElement {
  const { t } = useTranslation('officeBrand')
  const { brand, isLocked, onChange } = props
  return (
    <section className={styles.fields} aria-label={t('look')}>
      <h2>{t('look')}</h2>
      <TextField
        label={t('name')}
        hint={t('name-hint')}
        maxLength={16}
        readOnly={isLocked}
        value={brand.name}
        onChange={({ target }) => onChange({ ...brand, name: target.value })}
      />
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={t('tagline', { language: LANGUAGE_NAMES[language] })}
          lang={language}
          maxLength={60}
          readOnly={isLocked}
          value={brand.tagline[language]}
          onChange={({ target }) => onChange({ ...brand, tagline: { ...brand.tagline, [language]: target.value } })}
        />
      ))}
      <div className={styles.row}>
        <TextField
          label={t('accent')}
          hint={t('accent-hint')}
          maxLength={7}
          readOnly={isLocked}
          value={brand.accent}
          onChange={({ target }) => onChange({ ...brand, accent: target.value.trim() })}
        />
        <TextField
          type="color"
          label={t('accent-choose')}
          disabled={isLocked}
          className={styles.colour}
          value={COLOUR.test(brand.accent) ? brand.accent : '#000000'}
          onChange={({ target }) => onChange({ ...brand, accent: target.value })}
        />
      </div>
      <Drawing part="mark" {...props} />
      <Drawing part="wordmark" {...props} />
    </section>
  )
}
