// The buttons over the texts: they act on the text that was worked on last.
import { lazy, type ReactElement, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../parts/Button.tsx'
import type { TextAct } from '../../parts/text-editor.ts'
import { withTexts } from '../../session/language.ts'
import { LinkDialog } from './LinkDialog.tsx'
import { NewEntryDialog, type NewEntryProps } from './NewEntryDialog.tsx'
import type { PictureDialogProps } from './PictureDialog.tsx'
import styles from './words.module.css'

/** Loaded when it is opened, with its words. */
const PictureDialog = lazy(
  withTexts(['officePictures'], async () => ({ default: (await import('./PictureDialog.tsx')).PictureDialog })),
)

interface ToolbarProps extends Pick<NewEntryProps, 'texts' | 'onAdd'>, Pick<PictureDialogProps, 'caret'> {
  /** The texts of all pages, which links lead to. */
  pages: Readonly<Record<string, string>>
  isLocked: boolean
  /** Acts on the text that was worked on last. */
  onAct: (act: TextAct) => void
  selection: () => string
  onPicture: PictureDialogProps['onAdd']
}

export function Toolbar(props: ToolbarProps): ReactElement {
  const { texts, caret, pages, isLocked, onAct, onAdd, onPicture, selection } = props
  const { t } = useTranslation('officeWords')
  const [open, setOpen] = useState<'link' | 'entry' | 'picture' | null>(null)
  // Stays when it closes: the browser returns the focus to the button.
  const [hasPicture, setPicture] = useState(false)
  const close = (): void => setOpen(null)
  const table = `| ${t('sample.column')} | ${t('sample.column')} |\n| --- | --- |\n| ${t('sample.cell')} | ${t('sample.cell')} |`
  return (
    <div className={styles.tools} role="toolbar" aria-label={t('tools')}>
      <Button icon="plus" disabledReason={isLocked ? t('locked') : undefined} onClick={() => setOpen('entry')}>
        {t('add-entry')}
      </Button>
      <Button
        disabledReason={isLocked ? t('locked') : undefined}
        onClick={() => onAct({ kind: 'around', before: '**', after: '**', sample: t('sample.bold') })}
      >
        {t('bold')}
      </Button>
      <Button icon="link" disabledReason={isLocked ? t('locked') : undefined} onClick={() => setOpen('link')}>
        {t('link.open')}
      </Button>
      <Button
        disabledReason={isLocked ? t('locked') : undefined}
        onClick={() => {
          setPicture(true)
          setOpen('picture')
        }}
      >
        {t('picture')}
      </Button>
      <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => onAct({ kind: 'lines', mark: '- ' })}>
        {t('list')}
      </Button>
      <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => onAct({ kind: 'block', text: table })}>
        {t('table')}
      </Button>
      <Button disabledReason={isLocked ? t('locked') : undefined} onClick={() => onAct({ kind: 'lines', mark: '> ' })}>
        {t('note')}
      </Button>
      <LinkDialog
        open={open === 'link'}
        pages={pages}
        selection={selection}
        onClose={close}
        onChoose={(href, words) => {
          close()
          onAct({ kind: 'around', before: '[', after: `](${href})`, sample: words })
        }}
      />
      {hasPicture ? (
        <Suspense fallback={null}>
          <PictureDialog
            open={open === 'picture'}
            texts={texts}
            caret={caret}
            onClose={close}
            onAdd={(...made) => {
              close()
              onPicture(...made)
            }}
          />
        </Suspense>
      ) : null}
      <NewEntryDialog
        open={open === 'entry'}
        texts={texts}
        onClose={close}
        onAdd={(entries) => {
          close()
          onAdd(entries)
        }}
      />
    </div>
  )
}
