// A link that is shown once: nobody can read it again.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { TextField } from '../parts/Field.tsx'
import { CopyButton } from '../parts/Plain.tsx'

export function LinkOnce({ link }: { link: string }): ReactElement {
  const { t } = useTranslation('office')
  return (
    <div className="stack">
      <TextField
        label={t('link.label')}
        hint={t('link.hint')}
        readOnly
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <div>
        <CopyButton text={link} label={t('link.copy')} />
      </div>
    </div>
  )
}
