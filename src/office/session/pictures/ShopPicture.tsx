// A picture of the shop's texts, of any draft or edition.
import type { ReactElement } from 'react'
import { queryText } from '../api.ts'
import styles from './shop-picture.module.css'

interface ShopPictureProps {
  /** The name of its file. */
  file: string
  alt: string
}

export function ShopPicture({ file, alt }: ShopPictureProps): ReactElement {
  return <img className={styles.picture} src={`/office/api/drafts/pictures${queryText({ name: file })}`} alt={alt} />
}
