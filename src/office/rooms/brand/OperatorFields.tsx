// Who runs the shop, as the legal pages name it.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES } from '../../../i18n/language.ts'
import { TextField } from '../../parts/Field.tsx'
import styles from './brand.module.css'
import { DETAILS, type DetailName, detailOf, MAIL_DETAILS, type OperatorRecord, withDetail } from './brand-files.ts'

interface OperatorFieldsProps {
  operator: OperatorRecord
  isLocked: boolean
  onChange: (operator: OperatorRecord) => void
}

function Detail({ name, operator, isLocked, onChange }: OperatorFieldsProps & { name: DetailName }): ReactElement {
  const { t } = useTranslation('officeBrand')
  const title = t(`details.${name}`)
  if (MAIL_DETAILS.includes(name)) {
    return (
      <TextField
        type="email"
        label={title}
        readOnly={isLocked}
        value={detailOf(operator, name, 'en')}
        onChange={({ target }) => onChange(withDetail(operator, name, 'en', target.value))}
      />
    )
  }
  return (
    <fieldset>
      <legend>{title}</legend>
      {LANGUAGES.map((language) => (
        <TextField
          key={language}
          label={LANGUAGE_NAMES[language]}
          lang={language}
          maxLength={300}
          readOnly={isLocked}
          value={detailOf(operator, name, language)}
          onChange={({ target }) => onChange(withDetail(operator, name, language, target.value))}
        />
      ))}
    </fieldset>
  )
}

export function OperatorFields(props: OperatorFieldsProps): ReactElement {
  const { t } = useTranslation('officeBrand')
  return (
    <section className={styles.fields} aria-label={t('operator')}>
      <h2>{t('operator')}</h2>
      <p className={styles.later}>{t('operator-hint')}</p>
      {DETAILS.map((name) => (
        <Detail key={name} name={name} {...props} />
      ))}
    </section>
  )
}
