/** What browsers have and TypeScript's library does not tell. */
interface Window {
  showDirectoryPicker?(options?: { id?: string; mode?: "read" }): Promise<FileSystemDirectoryHandle>;
}

interface DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}
