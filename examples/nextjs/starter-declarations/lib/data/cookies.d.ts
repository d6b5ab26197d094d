export declare const getCacheTag: (tag: string) => Promise<string>
export declare const getCartId: () => Promise<string | undefined>
export declare const removeCartId: () => Promise<void>
