use image::imageops::FilterType;

/// `image-crate MASTER SIDE ICON`
fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let side = arguments[2].parse().expect("a number of pixels");
    let master = image::open(&arguments[1]).expect("a master");
    let icon = master.resize_exact(side, side, FilterType::Lanczos3);
    icon.save(&arguments[3]).expect("a place for the icon");
}
