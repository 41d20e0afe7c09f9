// Name, tagline, colour and mark of the shop.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import { Button } from '../../parts/Button.tsx'
import { TextArea, TextField } from '../../parts/Field.tsx'
import styles from './brand.module.css'
import type { BrandRecord } from './brand-files.ts'

interface BrandFieldsProps {
  brand: BrandRecord
  isLocked: boolean
  onChange: (brand: BrandRecord) => void
}

/** The form of a colour that the browser's own field of colours takes. */
const COLOUR = /^#[0-9a-f]{6}$/i

/** The most letters of a drawing. */
const MARK_MOST = 20_000

function Mark({ brand, isLocked, onChange }: BrandFieldsProps): ReactElement {
  const { t } = useTranslation('officeBrand')
  const [isTooLarge, setTooLarge] = useState(false)
  const choose = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return
    setTooLarge(file.size > MARK_MOST)
    if (file.size <= MARK_MOST) onChange({ ...brand, mark: await file.text() })
  }
  return (
    <>
      <TextArea
        label={t('mark')}
        hint={t(isTooLarge ? 'mark-large' : 'mark-hint')}
        rows={4}
        spellCheck={false}
        placeholder="<svg viewBox=&quot;0 0 32 32&quot;>…</svg>"
        maxLength={MARK_MOST}
        readOnly={isLocked}
        value={brand.mark ?? ''}
        onChange={({ target }) => onChange({ ...brand, mark: target.value.trim() === '' ? null : target.value })}
      />
      <div className={styles.row}>
        <TextField
          type="file"
          accept=".svg,image/svg+xml"
          label={t('mark-file')}
          disabled={isLocked}
          onChange={({ target }) => void choose(target.files?.[0])}
        />
        <Button
          disabledReason={isLocked ? t('locked') : brand.mark === null ? t('mark-none') : undefined}
          onClick={() => onChange({ ...brand, mark: null })}
        >
          {t('mark-own')}
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
      <Mark {...props} />
    </section>
  )
}
