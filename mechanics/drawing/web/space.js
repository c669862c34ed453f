// The way to three.js: its bundle travels once for all players of a page, in a widget model of its own.

export async function openSpace(model, shapes) {
  const address = model.get("space");
  if (!address) return null;
  globalThis.mechanicsSpace ??= load(model, address);
  const { Space } = await globalThis.mechanicsSpace;
  return new Space(shapes);
}

async function load(model, address) {
  const bundle = await model.widget_manager.get_model(address.replace("IPY_MODEL_", ""));
  return import(URL.createObjectURL(new Blob([bundle.get("code")], { type: "text/javascript" })));
}
