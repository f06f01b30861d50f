export const View = ({ name }) => <p>{label(name)}</p>;

function label(name) {
  return name.trim();
}
